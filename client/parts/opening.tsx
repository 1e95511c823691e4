import type { ReactNode } from 'react'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadFailure, type Reading } from './load-failure.tsx'

interface Props {
  /** What the view is called as long as nothing more is known. */
  title: string
  back: ReactNode
  reading: Reading
  failed: string
}

/** Stands for a view while what it shows is read: already with its title and its way back; and where that failed. */
export function Opening({ title, back, reading, failed }: Props) {
  const hasFailed = reading.error !== null
  return (
    <>
      <PageHeader title={title} back={back} provisional={!hasFailed} />
      {hasFailed ? <LoadFailure reading={reading} failed={failed} /> : <Skeleton lines={8} />}
    </>
  )
}
