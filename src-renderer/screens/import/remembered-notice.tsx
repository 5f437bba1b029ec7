import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { ImportPreview, RememberedChoice } from '../../../src-shared/import/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { relativeTime } from '../../ui/text/words.ts'

const choiceWords: Record<RememberedChoice, string> = {
  mapping: t`the mapping of columns`,
  numbers: t`the decimal separator`,
  encoding: t`the encoding`,
  separator: t`the cell separator`,
  rows: t`what becomes of new, changed and unchanged rows`,
  names: t`what becomes of names that are in no list`,
}

interface RememberedNoticeProps extends NonNullable<ImportPreview['remembered']> {
  columns: ImportPreview['columns']
  onForgotten: () => void
}

/** Tells which choices of an earlier import are proposed again, and forgets them with one click. */
export function RememberedNotice({ at, choices, columns, onForgotten }: RememberedNoticeProps) {
  const forget = useMutation(
    rpc.imports.forgetChoices.mutationOptions({
      onSuccess: onForgotten,
      onError: (error) => toast.failed(t`The choices are still remembered`, error),
    }),
  )
  if (choices.length === 0) return null
  return (
    <Notice
      className="m-4"
      title={t`Choices of an earlier import`}
      actions={
        <Button
          size="small"
          busy={forget.isPending}
          onClick={() => forget.mutate({ columns: columns.map(({ name }) => name) })}
        >
          <Trans>Forget</Trans>
        </Button>
      }
    >
      <Trans>
        A file with these columns was imported {relativeTime(at)}. Proposed again:{' '}
        {choices.map((choice) => choiceWords[choice]).join(', ')}.
      </Trans>
    </Notice>
  )
}
