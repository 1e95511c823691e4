import { IconButton } from './button.tsx'
import styles from './file-row.module.css'
import { Icon } from './icon.tsx'
import { sizeText } from './size-text.ts'
import { words } from './words.ts'

interface Props {
  name: string
  /** Bytes. */
  size: number
  onRemove?: (() => void) | undefined
  /** No removing while it is on its way. */
  disabled?: boolean
}

/** A file that was chosen, with its size and a button that lets it go. */
export function FileRow({ name, size, onRemove, disabled }: Props) {
  return (
    <div className={styles.file}>
      <Icon name="document" />
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <span className={styles.size}>{sizeText(size)}</span>
      {onRemove && (
        <IconButton
          icon="close"
          label={words.removeFile(name)}
          small
          disabled={disabled}
          onClick={onRemove}
        />
      )}
    </div>
  )
}
