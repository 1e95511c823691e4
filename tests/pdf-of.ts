/** A PDF of some objects, numbered from 1, each from its number to `endobj`. */
export function pdfOf(objects: readonly string[]): string {
  let text = '%PDF-1.5\n'
  const places = objects.map((one) => {
    const place = text.length
    text += `${one}\n`
    return String(place).padStart(10, '0')
  })
  const table = places.map((place) => `${place} 00000 n \n`).join('')
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer <</Size ${objects.length + 1} /Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`
}
