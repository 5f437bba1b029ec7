import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { SettingsPreview } from '../../../../src-shared/workspace/settings-file.ts'
import { Notice } from '../../../ui/layout/notice.tsx'

/** The settings that would change, with the values before and after, and the parts of a file that are not used. */
export function SettingChanges({ preview: { changes, refused } }: { preview: SettingsPreview }) {
  return (
    <div className="flex flex-col gap-3">
      {changes.length === 0 ? (
        <p className="text-sm">
          <Trans>There is nothing to change.</Trans>
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {changes.map(({ scope, name, label, part = '', before, after }) => (
            <li key={`${scope} ${name} ${part}`} className="px-3 py-2 text-sm">
              <p className="font-medium">
                {label}
                {part !== '' && <span className="font-normal text-ink-soft">: {part}</span>}
              </p>
              <p className="text-xs break-words text-ink-soft">
                <Trans>
                  From <span className="font-medium text-ink">{before}</span> to{' '}
                  <span className="font-medium text-ink">{after}</span>
                </Trans>
              </p>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <Notice tone="warn" title={t`Parts of the file are not used`}>
          <ul className="list-disc ps-4">
            {refused.map((sentence) => (
              <li key={sentence} className="break-words">
                {sentence}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
