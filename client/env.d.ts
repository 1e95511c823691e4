interface ImportMetaEnv {
  /** Where the PDF reader's data lie; set by the build. */
  readonly PDF_DATA: string
  /** Where the API is, when it is not on the page's own origin. */
  readonly VITE_API_URL?: string
  /** `on` builds a client that shows only the maintenance page. */
  readonly VITE_MAINTENANCE?: string
  /** The conference's website, linked from the maintenance page. */
  readonly VITE_CONFERENCE_URL?: string
}
