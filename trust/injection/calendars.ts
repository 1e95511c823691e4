import ICAL from 'ical.js'
import type { Bench } from '../trial.ts'
import { type Arrived, Known } from './scene.ts'

type Calendar = Arrived['calendars'][number]

/** RFC 5545 §3.1, in octets without the line's end. */
const LINE_MAX = 75

/** Calendars: what a harmless one is made of, and what another may not be made of beside. */
export class Calendars {
  private readonly parts = new Known()

  learn(calendars: readonly Calendar[], { tried }: Bench): void {
    for (const { text } of calendars) this.parts.learn(partsOf(new ICAL.Component(ICAL.parse(text))))
    tried(this.parts.size < 10 ? 'the harmless calendars did not come' : undefined)
  }

  check({ text, conference }: Calendar, { tried }: Bench): void {
    const calendar = new ICAL.Component(ICAL.parse(text))
    const strange = this.parts.strange(partsOf(calendar))
    tried(strange && `a calendar of ${JSON.stringify(conference)} holds ${strange}`)
    const name = calendar.getFirstPropertyValue('x-wr-calname')
    tried(name === conference ? undefined : `a calendar is ${JSON.stringify(name)}, not ${conference}`)
    const lines = text.replace(/\r\n$/, '').split('\r\n')
    const wrong = lines.find((line) => Buffer.byteLength(line) > LINE_MAX || /[^\P{Cc}\t]/u.test(line))
    tried(wrong && `a calendar has the line ${JSON.stringify(wrong)}`)
    // Told apart by the raw lines too, as a reader less careful than ours takes them.
    const begun = lines.filter((line) => /^begin:/i.test(line)).length
    const parsed = 1 + calendar.getAllSubcomponents().length
    tried(begun === parsed ? undefined : `a calendar begins ${begun} parts, and holds ${parsed}`)
  }
}

/** Components, properties and parameters by name, with the way to each. */
function partsOf(component: ICAL.Component): string[] {
  const properties = component.getAllProperties().flatMap((property) => {
    const [, parameters] = property.toJSON() as [string, Record<string, unknown>]
    return [property.name, ...Object.keys(parameters).map((key) => `${property.name};${key}`)]
  })
  const inner = component.getAllSubcomponents().flatMap(partsOf)
  return [component.name, ...[...properties, ...inner].map((part) => `${component.name}/${part}`)]
}
