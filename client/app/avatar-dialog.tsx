import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { meQuery } from '#client/api/me.ts'
import { plainly } from '#client/api/plainly.ts'
import { upload } from '#client/api/upload.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { Message } from '#client/ui/message.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import type * as people from '#shared/people/contract.ts'
import styles from './avatar-dialog.module.css'
import { avatarProblem } from './avatar-problem.ts'
import { words } from './words.ts'

const uploadAvatar = plainly<typeof people.uploadAvatar>('POST', '/api/profile/avatar')

/** Chooses a picture, shows it, and uploads it. */
export function AvatarDialog({ me, onClose }: { me: people.CurrentUser; onClose: () => void }) {
  const [picture, setPicture] = usePicture()
  const [problem, setProblem] = useState<string>()
  const [percent, setPercent] = useState(0)
  const queryClient = useQueryClient()
  const say = useToast()
  // A second click may come before `isPending` is drawn.
  const running = useRef(false)
  const sending = useMutation({
    mutationFn: (image: File) => upload(uploadAvatar, { file: image, onProgress: setPercent }),
    onMutate: () => setPercent(0),
    onSettled: () => {
      running.current = false
    },
    onError: (error) => setProblem(messageOf(error, words.avatar.failed)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      say(words.avatar.done)
      onClose()
    },
  })
  const choose = (chosen: File | null | undefined) => {
    if (!chosen) return
    const wrong = avatarProblem(chosen)
    setProblem(wrong)
    setPicture(wrong === undefined ? chosen : undefined)
  }
  const send = () => {
    // It looks disabled, and says why.
    if (picture === undefined) return setProblem(words.avatar.wrongType)
    if (running.current) return
    running.current = true
    sending.mutate(picture.file)
  }
  const close = () => {
    if (!sending.isPending) onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={words.avatar.title}
      actions={
        <>
          <DialogClose>{words.avatar.close}</DialogClose>
          <Button
            icon="upload"
            aria-disabled={picture === undefined || undefined}
            busy={sending.isPending}
            onClick={send}
          >
            {words.avatar.upload}
          </Button>
        </>
      }
    >
      {problem && <Message kind="error">{problem}</Message>}
      <div className={styles.choice}>
        <Avatar large name={me.name} photoUrl={picture?.url ?? me.profile.photoUrl} />
        <label className={`${buttonClass('secondary')} ${styles.choose}`}>
          {words.avatar.choose}
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp"
            disabled={sending.isPending}
            onChange={(event) => choose(event.target.files?.item(0))}
          />
        </label>
        <p className={styles.name}>{words.avatar.takes}</p>
        {picture && <output className={styles.name}>{words.avatar.chosen(picture.file.name)}</output>}
      </div>
      {sending.isPending && <ProgressBar percent={percent} label={words.avatar.progress} />}
    </Dialog>
  )
}

/** The chosen file with a local address under which it can be shown; the address is given back in the end. */
function usePicture() {
  const [picture, setPicture] = useState<{ file: File; url: string }>()
  const url = picture?.url
  useEffect(() => {
    if (url !== undefined) return () => URL.revokeObjectURL(url)
  }, [url])
  const set = (file: File | undefined) => setPicture(file && { file, url: URL.createObjectURL(file) })
  return [picture, set] as const
}
