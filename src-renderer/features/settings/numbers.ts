/** Numbers as people type and read them in their language. */

/**
 * Returns undefined for anything that is no number. `1,000` is a thousand in English, `1.000` in German. A single mark before other digits
 * is the decimal point.
 */
export function parseNumber(text: string, language: string): number | undefined {
  const trimmed = text.trim();
  const grouping = language === "de" ? "." : ",";
  const grouped = new RegExp(`^\\d{1,3}(?:\\${grouping}\\d{3})+$`).test(trimmed);
  const plain = grouped ? trimmed.replaceAll(grouping, "") : trimmed.replace(",", ".");
  if (!/^-?\d+(?:\.\d+)?$/.test(plain)) return undefined;
  return Number(plain);
}

/** Returns a part of 1. The sign of the percentage may be left out. */
export function parsePercent(text: string, language: string): number | undefined {
  const percent = parseNumber(text.replace(/\s*%\s*$/, ""), language);
  if (percent === undefined || percent < 0 || percent > 100) return undefined;
  return Math.round(percent * 10) / 1000;
}

export const writePercent = (part: number, language: string): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(part);

export const writeNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 3 }).format(value);
