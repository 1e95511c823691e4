/**
 * What two columns of the exported list of payments are called: a file that has both is that list, not a statement, even
 * when it is read as one.
 */
export const exportHeadings = { state: 'State', age: 'Age in business days' } as const
