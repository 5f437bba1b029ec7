import { i18n } from '@lingui/core'
import { TransNoContext, type TransProps } from '@lingui/react/server'

const lingui = { i18n, _: i18n._.bind(i18n) }

/** What the macro `<Trans>` becomes. It needs no provider, as the language of a page never changes. */
export const Trans = (props: TransProps) => <TransNoContext {...props} lingui={lingui} />
