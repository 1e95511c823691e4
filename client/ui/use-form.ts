import { type SubmitEvent, useId, useRef, useState } from 'react'
import { checkForm, type Problem, type Schema, summarise } from './form.ts'
import { words } from './words.ts'

type Values = Record<string, string | boolean>
type KeysOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string

interface Setup<V extends Values, T> {
  initial: V
  /** The shared schema, or what loads it: it is asked for as soon as the form is touched. */
  schema: Schema<T> | (() => Promise<Schema<T>>)
  /**
   * Sends the parsed values. What it throws is passed to `explain`. `keptAs` says at once that they are kept, where more is done
   * after that, and in which form, where that is another than was typed: the fields take it, but for those that were changed meanwhile.
   */
  submit: (parsed: T, values: V, keptAs: (kept: V) => void) => Promise<unknown>
  /** What a failure says to the person. An empty list: the screen says it some other way. */
  explain: (error: unknown) => Problem[]
  /** A message about the fields together: worded once, in the summary; the fields say that they are missing. */
  together?: string
}

/** The values of a form, where those that are still as they were sent are as they were kept. */
function takenOver<V extends Values>(now: V, sent: V, kept: V): V {
  const changed = Object.entries(now).filter(([name, value]) => value !== sent[name])
  return { ...kept, ...Object.fromEntries(changed) }
}

/**
 * A form of text fields and ticks: its values, its problems and the properties of its parts. Nothing is checked before
 * the first sending; a field's problem goes when the field is changed. Values survive every refusal.
 */
export function useForm<V extends Values, T>(setup: Setup<V, T>) {
  const id = useId()
  const [values, setValues] = useState(setup.initial)
  /** What was given, sent or taken over last: only what differs from it would be lost. */
  const [kept, setKept] = useState(setup.initial)
  const [problems, setProblems] = useState<Problem[]>([])
  const [busy, setBusy] = useState(false)
  // A second click may come before `busy` is drawn.
  const sending = useRef(false)

  const loadSchema = async () => (typeof setup.schema === 'function' ? await setup.schema() : setup.schema)
  const set = <K extends keyof V & string>(name: K, value: V[K]) => {
    setValues((before) => ({ ...before, [name]: value }))
    setProblems((before) => before.filter((one) => one.field !== name))
  }
  const setAll = (next: V) => {
    setValues(next)
    setProblems([])
  }
  const goOnFrom = (next: V) => {
    setAll(next)
    setKept(next)
  }
  const send = async () => {
    setBusy(true)
    try {
      const checked = await checkForm(await loadSchema(), values)
      setProblems(checked.problems ?? [])
      if (checked.problems !== undefined) return
      let isKept = false
      await setup.submit(checked.parsed, values, (as) => {
        isKept = true
        setValues((now) => takenOver(now, values, as))
        setKept(as)
      })
      if (!isKept) setKept(values)
    } catch (error) {
      setProblems(setup.explain(error))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const sendOnce = () => {
    if (sending.current) return
    sending.current = true
    void send()
  }

  const part = (name: string) => {
    const problem = problems.find((one) => one.field === name)
    const isMissing = problem !== undefined && problem.message === setup.together && values[name] === ''
    return { id: `${id}-${name}`, name, error: isMissing ? words.missing : problem?.message }
  }

  return {
    values,
    set,
    /** Other values in place of all, as where rows come and go. */
    setAll,
    /** Goes on from values that are safe elsewhere: nothing counts as unsent until they are changed. */
    goOnFrom,
    /** Whether something typed was not sent yet. */
    unsent: Object.entries(values).some(([name, value]) => value !== kept[name]),
    setProblems,
    busy,
    /** For a button that stands outside the form. */
    send: sendOnce,
    /** Properties of the `<form>`. */
    form: {
      noValidate: true,
      onFocus: () => void loadSchema().catch(() => undefined),
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault()
        sendOnce()
      },
    },
    /** Properties of `<ErrorSummary>`. */
    summary: {
      id: `${id}-problems`,
      problems: summarise(problems).map(({ field, message }) =>
        field === undefined ? { message } : { message, target: `${id}-${field}` },
      ),
    },
    /** Properties of a text field. */
    text: (name: KeysOf<V, string>) => ({
      ...part(name),
      value: String(values[name]),
      // The key's value is a string by its type; the compiler loses that in the mapped type.
      onValue: (value: string) => set(name, value as V[typeof name]),
    }),
    /** Properties of a checkbox. */
    tick: (name: KeysOf<V, boolean>) => ({
      ...part(name),
      checked: values[name] === true,
      onChecked: (checked: boolean) => set(name, checked as V[typeof name]),
    }),
  }
}
