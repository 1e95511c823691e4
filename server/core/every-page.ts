/** Any list, one page at a time. */
type ReadPage<Row> = (query: {
  limit: number
  cursor: string | undefined
}) => Promise<{ items: readonly Row[]; nextCursor?: string }>

const ROWS_AT_A_TIME = 200

/** Rows of a list whose condition takes as long for a page as for the whole of it: asked a tenth as often. */
const COSTLY_ROWS_AT_A_TIME = 10 * ROWS_AT_A_TIME

/**
 * All pages of a list, one after the other and none kept: what the list shows, and nothing else. A costly one, such as a
 * search, is read by larger pages, which are handed on in pieces, as what is made of a row may be much larger than the row.
 */
export async function* everyPage<Row>(
  read: ReadPage<Row>,
  { isCostly } = { isCostly: false },
): AsyncGenerator<readonly Row[]> {
  const limit = isCostly ? COSTLY_ROWS_AT_A_TIME : ROWS_AT_A_TIME
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const { items, nextCursor } = await read({ limit, cursor })
    for (let from = 0; from < items.length; from += ROWS_AT_A_TIME)
      yield items.slice(from, from + ROWS_AT_A_TIME)
    cursor = nextCursor
  }
}
