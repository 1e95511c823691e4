const ASIDE = 'data-style'

/**
 * A mail's HTML with its inline styles kept aside, for a page whose policy lets none in. In our mails a quotation mark
 * that anybody typed is `&quot;`, so that ` style="` stands in tags alone.
 */
export function stylesAside(html: string): string {
  return html.replaceAll(' style="', ` ${ASIDE}="`)
}

/** Gives each element of a mail the style that was kept aside, by script, which the page's policy allows. */
export function applyStyles(mail: Document): void {
  for (const element of mail.querySelectorAll<HTMLElement>(`[${ASIDE}]`))
    element.style.cssText = element.getAttribute(ASIDE) ?? ''
}
