import { useSearch } from '#client/navigation/use-place.ts'
import { BatchesView } from './batches-view.tsx'
import { ChooseView } from './choose-view.tsx'
import { ListView } from './list-view.tsx'

/** Assigning many papers at once: the batches so far, a list, or chosen papers. */
export function AdminAssignmentsScreen() {
  const { view, papers } = useSearch('/admin/assignments')
  if (view === 'list') return <ListView />
  if (view === 'choose') return <ChooseView key={papers} paperIds={papers?.split(' ') ?? []} />
  return <BatchesView />
}
