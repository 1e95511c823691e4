import { useState } from 'react'
import styles from './avatar.module.css'

const QUESTION_MARK = 0x3f

interface Props {
  name: string
  photoUrl: string | null | undefined
  large?: boolean
}

/** A person's picture, or the first letter of their name in capitals. */
export function Avatar({ name, photoUrl, large = false }: Props) {
  const [broken, setBroken] = useState<string>()
  const letter = String.fromCodePoint(name.trim().codePointAt(0) ?? QUESTION_MARK).toLocaleUpperCase()
  return (
    <span className={styles.avatar} data-large={large || undefined}>
      {photoUrl && photoUrl !== broken ? (
        <img src={photoUrl} alt="" onError={() => setBroken(photoUrl)} />
      ) : (
        <span aria-hidden="true">{letter}</span>
      )}
    </span>
  )
}
