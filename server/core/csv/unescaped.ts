/** The text of a cell: an export puts an apostrophe before what a spreadsheet would take for a formula. */
export function unescaped(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r])/, '')
}
