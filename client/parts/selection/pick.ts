import { createContext } from 'react'

/** How the entry at hand is selected; undefined in a list without selection. */
export interface Pick {
  id: string
  name: string
  chosen: boolean
  toggle: (range: boolean) => void
}

export const PickContext = createContext<Pick | undefined>(undefined)
