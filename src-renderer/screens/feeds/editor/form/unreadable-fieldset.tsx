import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Notice } from '../../../../ui/layout/notice.tsx'
import { useIsUnreadable } from '../items/use-open-item.ts'
import type { ItemSession } from '../session/draft-session.ts'

/** Disables the form while the item's XML cannot be parsed or another item is loading. */
export function UnreadableFieldset({
  session,
  isCurrent,
  children,
}: {
  session: ItemSession
  isCurrent: boolean
  children: ReactNode
}) {
  const isUnreadable = useIsUnreadable(session)
  return (
    <>
      {isUnreadable && (
        <Notice tone="warn" title={t`The XML cannot be read at the moment`} className="mb-4">
          <Trans>The form shows the last valid version. Fix the XML to continue here.</Trans>
        </Notice>
      )}
      <fieldset disabled={isUnreadable} inert={isUnreadable || !isCurrent} className="min-w-0">
        {children}
      </fieldset>
    </>
  )
}
