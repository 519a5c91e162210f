/** Appends a list to another, one by one: a call takes no hundred thousand arguments, and a message of a file may have more blocks. */
export function addAll<T>(to: T[], more: Iterable<T>): void {
  for (const one of more) to.push(one);
}
