import { useEffect } from 'react'

let page = ''
let site = ''
const flags: string[] = []

function write(): void {
  document.title = (flags.at(-1) ?? '') + [page, site].filter((part) => part !== '').join(' – ')
}

/** The name behind every page's title. */
export function setSiteName(name: string): void {
  site = name
  write()
}

/** Titles the document after the view that is open. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    page = title
    write()
  }, [title])
}

/** Puts a word before the title; gives the function that takes it away. */
export function flagTitle(flag: string): () => void {
  flags.push(flag)
  write()
  return () => {
    flags.splice(flags.indexOf(flag), 1)
    write()
  }
}
