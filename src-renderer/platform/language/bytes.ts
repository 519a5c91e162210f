/** Formats bytes for people. */
import { spokenLanguage } from "./language";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/**
 * Formats bytes as "12 MB" or "1.4 GB". A kilobyte is a thousand bytes, as file managers count. A number below ten has so many `digits`
 * behind its point.
 */
export function bytes(value: number, digits = 1): string {
  const power = value < 1 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), UNITS.length - 1);
  const scaled = value / 1000 ** power;
  return new Intl.NumberFormat(spokenLanguage(), {
    style: "unit",
    unit: UNITS[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power > 0 && scaled < 10 ? digits : 0,
  }).format(scaled);
}
