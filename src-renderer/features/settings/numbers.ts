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

export const writeNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 3 }).format(value);
