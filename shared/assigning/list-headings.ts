/** What two columns of an exported list of assignments are called, which a list that is read may have (decisions.md §8, Export). */
export const listHeadings = { due: 'Due (UTC)', reason: 'In spite of a conflict, because' } as const
