import { useQueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import {
  changePublication,
  type Publication,
  publicationForm,
} from '#shared/reviewing/publications-contract.ts'
import { words } from './publications-words.ts'

/** Corrects what was read of a publication. */
export function EditPublication({ one, onClose }: { one: Publication; onClose: () => void }) {
  const say = useToast()
  const client = useQueryClient()
  const form = useForm({
    initial: { title: one.title, abstract: one.abstract },
    schema: publicationForm,
    submit: async (body) => {
      const { message } = await call(changePublication, { params: { publicationId: one.id }, body })
      say(message)
      onClose()
      await client.invalidateQueries()
    },
    explain: (error) => problemsOf(error, words.actionFailed, ['title', 'abstract']),
  })
  return (
    <FormDialog
      title={words.editOne(one.title)}
      form={form}
      submit={words.save}
      cancel={words.cancel}
      onClose={onClose}
    >
      <TextField {...form.text('title')} label={words.paperTitle} />
      <TextArea {...form.text('abstract')} label={words.abstract} rows={8} />
    </FormDialog>
  )
}
