/**
 * For a query whose answer holds links to files, which are good for ten minutes (decisions.md §7): it is asked anew before they
 * end, as long as somebody looks at them.
 */
export const freshLinks = { refetchInterval: 8 * 60_000 } as const
