import { i18n } from '@lingui/core'
import { TransNoContext, type TransProps } from '@lingui/react/server'

const lingui = { i18n, _: i18n._.bind(i18n) }

/** Target of the macro `<Trans>`. It needs no provider, because the language of a page never changes. */
export const Trans = (props: TransProps) => <TransNoContext {...props} lingui={lingui} />
