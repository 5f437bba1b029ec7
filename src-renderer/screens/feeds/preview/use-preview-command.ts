import { t } from '@lingui/core/macro'
import { Eye } from 'lucide-react'
import { createElement, useEffectEvent, useMemo } from 'react'
import { useCommands } from '../../../shell/commands/command-registry.ts'

/** Offers the command that shows or leaves the preview of the open item, with its key. */
export function usePreviewCommand(toggle: () => void): void {
  const run = useEffectEvent(toggle)
  useCommands(
    t`Draft`,
    useMemo(
      () => [
        {
          id: 'preview-item',
          label: t`Preview the item`,
          words: t`shop page look before sending`,
          icon: createElement(Eye, { className: 'size-4', 'aria-hidden': true }),
          keys: 'Alt+P',
          run: () => run(),
        },
      ],
      [],
    ),
  )
}
