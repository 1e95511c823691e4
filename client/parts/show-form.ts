import { createContext } from 'react'

/** Brings a form into view where it stands behind a tab; nothing where it is always seen. */
export const ShowForm = createContext<() => void>(() => undefined)

/** Brings what a form decides on into view. */
export const ShowPaper = createContext<() => void>(() => undefined)
