import styles from './icon.module.css'

/** Our own line drawings on a grid of 24. */
const drawings = {
  alert: 'M12 8v5m0 3.5v.01M12 3 2.5 20h19L12 3Z',
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16Zm4 4.5a2.2 2.2 0 0 0 4 0',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'chevron-left': 'm15 5-7 7 7 7',
  'chevron-right': 'm9 5 7 7-7 7',
  clock: 'M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  close: 'M6 6l12 12M18 6 6 18',
  coin: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Zm-6.5-2.5c-.4-1-1.3-1.5-2.5-1.5-1.5 0-2.5.8-2.5 2 0 3 5 1 5 4 0 1.2-1 2-2.5 2-1.3 0-2.2-.6-2.6-1.6M12 6.5V8m0 8v1.5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  dashboard: 'M4 5h16M4 12h16M4 19h10',
  document: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h5',
  download: 'M12 4v11m-5-4.5 5 5 5-5M4 20h16',
  edit: 'm4 20 1-5L16 4l4 4L9 19l-5 1Z',
  external: 'M10 5H5v14h14v-5M14 4h6v6m0-6-9 9',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm12.5 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  'eye-off':
    'M4 4l16 16M9.5 6c.8-.3 1.6-.5 2.5-.5 6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.5 8a15 15 0 0 0-4 4S6 18.5 12 18.5c1.5 0 2.9-.4 4-1M10 10a3 3 0 0 0 4 4',
  'fit-page': 'M6 3h12v18H6zM12 7v10m-2.5-7.5L12 7l2.5 2.5m-5 5L12 17l2.5-2.5',
  'fit-width': 'M3 6h18v12H3zM7 12h10m-7.5-2.5L7 12l2.5 2.5m5-5L17 12l-2.5 2.5',
  help: 'M9.2 9.2a2.8 2.8 0 1 1 4.3 2.4c-.9.6-1.5 1.1-1.5 2.2m0 3.2v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  info: 'M12 11v6m0-9.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  'log-out': 'M14 4H5v16h9M10 12h11m-4-4 4 4-4 4',
  menu: 'M4 6h16M4 12h16M4 18h16',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 9c0-3.5 3-6 6.5-6s6.5 2.5 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6m2 4c2 .9 3.5 3 3.5 5.5',
  refresh: 'M20 5v5h-5M4 19v-5h5M19.5 10A8 8 0 0 0 5.5 8M4.5 14a8 8 0 0 0 14 2',
  search: 'M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Zm-2 4.5 5.5 5.5',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5m4-5v5',
  upload: 'M12 20V9m-5 4.5 5-5 5 5M4 4h16',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9c0-4 3.5-6.5 8-6.5s8 2.5 8 6.5',
} as const

export type IconName = keyof typeof drawings

/** A drawing beside a word; hidden from screen readers, the word says it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  )
}
