import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './message.module.css'

export type MessageKind = 'info' | 'success' | 'error'

const icons: Record<MessageKind, IconName> = { info: 'info', success: 'check', error: 'alert' }

/** A sentence that says what happened; read out when it appears. */
export function Message({ kind = 'info', children }: { kind?: MessageKind; children: ReactNode }) {
  return (
    <div className={styles.message} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <div>{children}</div>
    </div>
  )
}
