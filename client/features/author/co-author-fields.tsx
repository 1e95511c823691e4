import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { useForm } from '#client/ui/use-form.ts'
import { exchanged, type Fields, typedIn, withCoAuthors } from './details-fields.ts'
import styles from './details-form.module.css'
import { detailsWords as words } from './details-words.ts'

type Form = Pick<ReturnType<typeof useForm<Fields, unknown>>, 'values' | 'text' | 'setAll'>

const ADD = 'add-co-author'
const moveId = (index: number, way: 'up' | 'down') => `co-author-${index}-${way}`

/** A row of fields for each co-author; rows come, go and change places. */
export function CoAuthorFields({ form }: { form: Form }) {
  const count = typedIn(form.values).coAuthors.length
  // What was pressed may be gone, or stand elsewhere: the focus follows.
  const [focus, setFocus] = useState<{ id: string }>()
  useEffect(() => {
    if (focus !== undefined) document.getElementById(focus.id)?.focus()
  }, [focus])
  const nameId = (index: number) => form.text(`coAuthors.${index}.name`).id
  const add = () => {
    const blank = { name: '', email: '', organization: '', orcid: '' }
    form.setAll(withCoAuthors(form.values, (list) => [...list, blank]))
    setFocus({ id: nameId(count) })
  }
  const remove = (index: number) => {
    form.setAll(withCoAuthors(form.values, (list) => list.filter((_, place) => place !== index)))
    setFocus({ id: ADD })
  }
  const move = (index: number, way: 'up' | 'down') => {
    const to = way === 'up' ? index - 1 : index + 1
    form.setAll(withCoAuthors(form.values, (list) => exchanged(list, index, to)))
    const isLast = way === 'up' ? to === 0 : to === count - 1
    setFocus({ id: isLast ? nameId(to) : moveId(to, way) })
  }
  return (
    <fieldset className={styles.group}>
      <legend>{words.coAuthors}</legend>
      <p className={styles.hint}>{words.coAuthorsHint}</p>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is typed lies in the form, by place
        <fieldset className={styles.coAuthor} key={index}>
          <legend>{words.coAuthor(index + 1)}</legend>
          <TextField {...form.text(`coAuthors.${index}.name`)} label={words.name} input={plain} />
          <TextField
            {...form.text(`coAuthors.${index}.email`)}
            label={words.email}
            input={{ ...plain, type: 'email' }}
          />
          <TextField
            {...form.text(`coAuthors.${index}.organization`)}
            label={words.organization}
            input={plain}
          />
          <TextField {...form.text(`coAuthors.${index}.orcid`)} label={words.orcid} input={plain} />
          <div className={styles.actions}>
            {index > 0 && (
              <Button id={moveId(index, 'up')} look="quiet" small onClick={() => move(index, 'up')}>
                {words.up(index + 1)}
              </Button>
            )}
            {index < count - 1 && (
              <Button id={moveId(index, 'down')} look="quiet" small onClick={() => move(index, 'down')}>
                {words.down(index + 1)}
              </Button>
            )}
            <Button look="quiet" small icon="trash" onClick={() => remove(index)}>
              {words.remove(index + 1)}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button id={ADD} look="secondary" icon="plus" onClick={add}>
          {words.add}
        </Button>
      </div>
    </fieldset>
  )
}

/** Somebody else's data: the browser must not fill in one's own. */
const plain = { autoComplete: 'off', spellCheck: false } as const
