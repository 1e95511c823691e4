/** Any list, one page at a time. */
type ReadPage<Row> = (query: {
  limit: number
  cursor: string | undefined
}) => Promise<{ items: readonly Row[]; nextCursor?: string }>

const ROWS_AT_A_TIME = 200

/** All pages of a list, one after the other and none kept: what the list shows, and nothing else. */
export async function* everyPage<Row>(read: ReadPage<Row>): AsyncGenerator<readonly Row[]> {
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await read({ limit: ROWS_AT_A_TIME, cursor })
    yield page.items
    cursor = page.nextCursor
  }
}
