/** The numbers of abstracts and papers as the portal writes them, standing alone in a text (decisions.md §2). */
export const NUMBERS = /(?<![\w-])(?:A\d\d-\d{4,}|P\d\d-\d{4,}-[0-9A-Z])(?![\w-])/g
