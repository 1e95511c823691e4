import Bowser from 'bowser'

/** What a browser calls itself, as a person would: `Firefox on Windows`; as it stands where it is no browser. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent)
  if (browser.name === undefined || browser.name === '') return userAgent.slice(0, 80)
  return os.name === undefined ? browser.name : `${browser.name} on ${os.name}`
}
