import { useInfiniteQuery } from '@tanstack/react-query'
import { freshLinks } from '#client/api/fresh-links.ts'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { loadable } from '#client/navigation/loadable.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { DeskList, deskQuery } from '#client/parts/desk-list.tsx'
import { ExportButton } from '#client/parts/exporting/export-button.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { listPayments } from '#shared/payments/contract.ts'
import { PaymentEntry } from './payment-entry.tsx'
import { words } from './words.ts'

/** The orders that the list has, its own first. */
const sorts = ['urgent', 'changed', 'newest', 'id', 'title', 'status'] as const

/** What reads a statement is loaded by who imports one. */
const importView = loadable(() => import('./import/import-view.tsx'), 'ImportView')

/** The payments desk, for admins and staff: the list, or the import of a statement. */
export function AdminPaymentsScreen() {
  const { view } = useSearch('/admin/payments')
  return view === 'import' ? (
    <Loaded of={importView} props={{}} meanwhile={<Skeleton lines={8} />} />
  ) : (
    <PaymentsList />
  )
}

function PaymentsList() {
  const search = deskQuery(useSearch('/admin/payments'), sorts, words.filters)
  const list = useInfiniteQuery({ ...pagesOf(listPayments, search), ...freshLinks })
  return (
    <DeskList
      words={words}
      sorts={sorts}
      search={search}
      onSearch={(next) => navigate({ to: '/admin/payments', search: next })}
      query={list}
      tools={
        <>
          <ExportButton tables={['payments']} filter={search} />
          <Link className={buttonClass()} to="/admin/payments" search={{ view: 'import' }}>
            {words.import}
          </Link>
        </>
      }
      render={(payment) => <PaymentEntry key={payment.paperId} payment={payment} />}
    />
  )
}
