import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import { removePasskey } from '#shared/people/passkey-contract.ts'
import * as contract from '#shared/people/second-factor-contract.ts'
import { PasskeyStep } from './passkey-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'
import { factorWords as words } from './second-factor-words.ts'

export type FactorDeed =
  | { kind: 'app' | 'passkey' | 'again' }
  | { kind: 'removeApp'; isLast: boolean }
  | { kind: 'removePasskey'; id: string; name: string; isLast: boolean }

interface Props {
  deed: FactorDeed
  onClose: () => void
}

/**
 * The password first; then, to add a way, what the app or the browser has to do; then the recovery codes, where the
 * first way was added, shown this once.
 */
export function SecondFactorDialog({ deed, onClose }: Props) {
  const say = useToast()
  const client = useQueryClient()
  const [begun, setBegun] = useState<{ key: string; uri: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  // Also where it was cancelled: what was sent may have arrived without an answer.
  const finish = async (message?: string) => {
    onClose()
    if (message !== undefined) say(message)
    await client.invalidateQueries()
  }
  const added = (answer: { message: string; recoveryCodes: readonly string[] }) =>
    answer.recoveryCodes.length > 0 ? setCodes(answer.recoveryCodes) : finish(answer.message)
  const goOn = async (password: string) => {
    const body = { password }
    switch (deed.kind) {
      case 'app':
        return setBegun(await call(contract.startSecondFactor, { body }))
      case 'again':
        return setCodes((await call(contract.renewRecoveryCodes, { body })).recoveryCodes)
      case 'removeApp':
        return finish((await call(contract.endSecondFactor, { body })).message)
      case 'removePasskey':
        return finish((await call(removePasskey, { params: { passkeyId: deed.id }, body })).message)
      case 'passkey':
        return undefined
    }
  }
  if (codes !== undefined) return <RecoveryCodes codes={codes} onKept={() => void finish()} />
  const said = wordsOf(deed)
  return (
    <Dialog open holds onClose={() => void finish()} title={said.title}>
      {deed.kind === 'passkey' && <PasskeyStep said={said} onAdded={added} />}
      {deed.kind !== 'passkey' && begun === undefined && <PasswordStep said={said} goOn={goOn} />}
      {begun !== undefined && <ScanStep secret={begun.key} uri={begun.uri} onConfirmed={added} />}
    </Dialog>
  )
}

function wordsOf(deed: FactorDeed): { title: string; text: string; submit: string } {
  if (!('isLast' in deed)) return words.deeds[deed.kind]
  const { title, text, last } = words.removal
  const what = deed.kind === 'removeApp' ? words.app : deed.name
  return { title: title(what), text: deed.isLast ? last : text, submit: words.remove }
}
