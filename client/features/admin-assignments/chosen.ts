/** As many papers are named by their titles; of more the ids are enough. */
export const NAMED = 10

/** The ids of the papers that an address chose, one after the other. */
export const chosenIn = (papers: string | undefined): readonly string[] => papers?.split(' ') ?? []

/** What is asked of the list of papers for one of them. */
export const namedBy = (paperId: string) => ({ query: { q: paperId, limit: 1 } })
