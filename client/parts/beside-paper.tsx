import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '#client/ui/class-names.ts'
import { PdfPreview } from '#client/ui/pdf-preview.tsx'
import styles from './beside-paper.module.css'
import { ShowForm, ShowPaper } from './show-form.ts'
import { words } from './words.ts'

const sides = ['paper', 'form'] as const
type Side = (typeof sides)[number]

interface Props {
  /** What the two tabs of a narrow screen are called. */
  names: Readonly<Record<Side, string>>
  /** The side that a narrow screen shows first: the paper where none is named. */
  first?: Side
  /** The paper's id, and a link to read it; null where there is none, undefined until that is known. */
  title: string
  url: string | null | undefined
  /** A newer version is read in place of the one that is open. */
  version?: string
  /** Why there is none. */
  missing?: string | undefined
  /** Asks for another link. */
  renew: () => Promise<string | null | undefined>
  form: ReactNode
}

/**
 * A paper with what is said of it: side by side on a wide screen, as two tabs on a narrow one (WAI-ARIA APG, Tabs).
 * Neither is ever taken away: a paper stays open where it was read, a form keeps what is typed.
 */
export function BesidePaper({ names, first = 'paper', title, url, version, missing, renew, form }: Props) {
  const id = useId()
  const isWide = useIsWide()
  const [side, setSide] = useState<Side>(first)
  const showForm = useCallback(() => setSide('form'), [])
  const paper = useRef<HTMLDivElement>(null)
  const showPaper = useCallback(() => {
    flushSync(() => setSide('paper'))
    paper.current?.focus()
  }, [])
  const preview = (
    <PdfPreview
      key={version}
      url={url}
      renew={async () => (await renew()) ?? null}
      title={title}
      missing={missing}
      openLabel={words.openInNewTab}
    />
  )
  const parts = { paper: preview, form }
  return (
    <ShowForm value={showForm}>
      <ShowPaper value={showPaper}>
        {!isWide && <Tabs id={id} names={names} side={side} onSide={setSide} />}
        <div className={styles.sides}>
          {sides.map((one) => (
            // Who works on a side finds it again when the window becomes narrow.
            // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus is
            <div
              key={one}
              className={classNames(styles.side, one === 'form' && styles.form)}
              id={`${id}-${one}`}
              hidden={!isWide && side !== one}
              onFocus={() => setSide(one)}
              {...(isWide ? {} : { role: 'tabpanel', 'aria-labelledby': `${id}-tab-${one}` })}
              {...(one === 'paper' && { ref: paper, tabIndex: -1 })}
              {...(one === 'paper' && isWide && { role: 'region', 'aria-label': names.paper })}
            >
              {parts[one]}
            </div>
          ))}
        </div>
      </ShowPaper>
    </ShowForm>
  )
}

interface TabsProps {
  id: string
  names: Props['names']
  side: Side
  onSide: (side: Side) => void
}

function Tabs({ id, names, side, onSide }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const to = { ArrowLeft: 0, Home: 0, ArrowRight: 1, End: 1 }[event.key]
    const next = to === undefined ? undefined : sides[to]
    if (next === undefined) return
    event.preventDefault()
    onSide(next)
    list.current?.querySelector<HTMLElement>(`[data-side="${next}"]`)?.focus()
  }
  return (
    <div className={styles.tabs} role="tablist" ref={list}>
      {sides.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          className={styles.tab}
          id={`${id}-tab-${one}`}
          data-side={one}
          aria-selected={side === one}
          aria-controls={`${id}-${one}`}
          tabIndex={side === one ? 0 : -1}
          onClick={() => onSide(one)}
          onKeyDown={move}
        >
          {names[one]}
        </button>
      ))}
    </div>
  )
}

/** As in beside-paper.module.css. */
const WIDE = '(min-width: 60rem)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(WIDE)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(WIDE).matches,
  )
}
