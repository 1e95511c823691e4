import { createContext } from 'react'

/** The level of the headings of entries here: 2 under the page's heading, 3 under that of a panel. */
export const HeadingLevelContext = createContext<2 | 3>(2)
