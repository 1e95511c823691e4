import 'pdfjs-dist/legacy/web/pdf_viewer.css'
import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite gives the file's address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { openRanges, type Source } from './ranges.ts'

GlobalWorkerOptions.workerSrc = workerUrl
const DATA = import.meta.env.PDF_DATA
const PIECE = 256 * 1024

/** What the reader's buttons do. */
export interface Reader {
  state: 'loading' | 'ready' | 'failed'
  page: number
  pages: number
  goTo: (page: number) => void
  zoomIn: () => void
  zoomOut: () => void
  fitPage: () => void
  fitWidth: () => void
  find: (text: string, backwards: boolean) => void
  /** Where the search stands; undefined before one was begun. */
  found: Found | undefined
}

/** `current` of `total` places; 0 of 0 where the text is nowhere. */
export interface Found {
  current: number
  total: number
}

/**
 * Shows a PDF in `container` (which scrolls) and keeps up with where it stands. Opens fitted to the page (portal.md §9).
 * Nothing in the file runs: no scripts, no forms, no launching; links open in a tab of their own.
 */
export function useReader(container: RefObject<HTMLDivElement | null>, source: Source): Reader {
  const [state, setState] = useState<Reader['state']>('loading')
  const [place, setPlace] = useState({ page: 1, pages: 0 })
  const [found, setFound] = useState<Found>()
  const shown = useRef<{ viewer: PDFViewer; events: EventBus } | null>(null)
  const renew = useRef(source.renew)
  useEffect(() => {
    renew.current = source.renew
  })
  const { url } = source

  useEffect(() => {
    const element = container.current
    if (element === null) return
    // It scrolls, and must by keyboard too.
    element.setAttribute('tabindex', '0')
    const leaving = new AbortController()
    const events = new EventBus()
    const linkService = new PDFLinkService({
      eventBus: events,
      externalLinkTarget: LinkTarget.BLANK,
      externalLinkRel: 'noopener noreferrer nofollow',
    })
    const options = {
      container: element,
      eventBus: events,
      linkService,
      findController: new PDFFindController({ eventBus: events, linkService }),
      annotationMode: AnnotationMode.ENABLE,
      // Takes the viewer's listeners away; the types do not name it.
      abortSignal: leaving.signal,
    }
    const viewer = new PDFViewer(options)
    linkService.setViewer(viewer)
    shown.current = { viewer, events }
    // Behind a tab it has no size to be fitted to; it is once it is shown.
    const scaleTo = (how: string) => {
      if (element.offsetParent !== null) viewer.currentScaleValue = how
    }
    events.on('pagesinit', () => {
      scaleTo('page-fit')
      setPlace({ page: 1, pages: viewer.pagesCount })
      setState('ready')
    })
    events.on('pagechanging', ({ pageNumber }: { pageNumber: number }) =>
      setPlace((before) => ({ ...before, page: pageNumber })),
    )
    const count = ({ matchesCount }: { matchesCount: Found }) => setFound(matchesCount)
    events.on('updatefindmatchescount', count)
    events.on('updatefindcontrolstate', count)
    const refit = new ResizeObserver(() => {
      if (viewer.pagesCount === 0) return
      const kept = viewer.currentScaleValue || 'page-fit'
      if (kept === 'page-fit' || kept === 'page-width') scaleTo(kept)
    })
    refit.observe(element)
    const fail = () => setState('failed')
    const open = async () => {
      const ask = { url, renew: () => renew.current?.() ?? Promise.resolve(null) }
      const range = await openRanges(ask, leaving.signal, fail)
      const task = getDocument({
        range,
        rangeChunkSize: PIECE,
        disableAutoFetch: true,
        disableStream: true,
        cMapUrl: `${DATA}cmaps/`,
        standardFontDataUrl: `${DATA}standard_fonts/`,
        // Ours, not this computer's: where it has no Times, another face would be squeezed into Times' widths.
        useSystemFonts: false,
        wasmUrl: `${DATA}wasm/`,
        iccUrl: `${DATA}iccs/`,
        isEvalSupported: false,
        verbosity: VerbosityLevel.ERRORS,
        enableXfa: false,
      })
      leaving.signal.addEventListener('abort', () => void task.destroy())
      const pdf = await task.promise
      if (leaving.signal.aborted) return
      viewer.setDocument(pdf)
      linkService.setDocument(pdf)
    }
    open().catch(() => {
      if (!leaving.signal.aborted) fail()
    })
    return () => {
      leaving.abort()
      refit.disconnect()
      shown.current = null
    }
  }, [container, url])

  const withViewer = (act: (viewer: PDFViewer) => void) => () => {
    if (shown.current !== null) act(shown.current.viewer)
  }
  return {
    state,
    ...place,
    goTo: (page) => {
      if (shown.current !== null && page >= 1 && page <= place.pages)
        shown.current.viewer.currentPageNumber = page
    },
    zoomIn: withViewer((viewer) => viewer.increaseScale()),
    zoomOut: withViewer((viewer) => viewer.decreaseScale()),
    fitPage: withViewer((viewer) => {
      viewer.currentScaleValue = 'page-fit'
    }),
    fitWidth: withViewer((viewer) => {
      viewer.currentScaleValue = 'page-width'
    }),
    found,
    find: (query, findPrevious) =>
      shown.current?.events.dispatch('find', {
        type: 'again',
        query,
        findPrevious,
        highlightAll: true,
        caseSensitive: false,
        entireWord: false,
        matchDiacritics: false,
      }),
  }
}
