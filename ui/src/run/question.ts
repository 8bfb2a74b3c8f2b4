/** Case, blanks and the mark at the end do not make another question. */
export function normalised(question: string): string {
  return question
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[?.!\s]+$/, "");
}
