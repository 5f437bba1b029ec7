import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { CircleUser, KeyRound, LogOut } from 'lucide-react'
import { useState } from 'react'
import { rpc } from '../rpc/client.ts'
import { useMe } from '../rpc/me.ts'
import { leave } from '../rpc/session.ts'
import { OwnPasswordDialog } from '../screens/sign-in/own-password-dialog.tsx'
import { roleWords } from '../texts/role-words.ts'
import { Menu } from '../ui/overlays/menu.tsx'
import { toast } from '../ui/overlays/toast.tsx'

/** The signed-in person, with a menu to sign out. Nothing without a team. */
export function PersonMenu() {
  const person = useMe()
  const [isChanging, setChanging] = useState(false)
  const signOut = useMutation(
    rpc.people.signOut.mutationOptions({
      onSuccess: leave,
      onError: (error) => toast.failed(t`You are still signed in`, error),
    }),
  )
  if (!person) return null
  const { name, role } = person
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            title={name}
            className="flex h-10 items-center gap-2.5 rounded-md px-2 text-start hover:bg-pressed max-lg:justify-center data-popup-open:bg-pressed"
          >
            <CircleUser className="size-4 shrink-0 text-ink-soft" aria-hidden />
            <span className="min-w-0 flex-1 max-lg:sr-only">
              <span className="sr-only">
                <Trans>Signed in:</Trans>{' '}
              </span>
              <span className="block truncate text-sm leading-tight">{name}</span>
              <span className="block truncate text-xs leading-tight text-ink-faint">{roleWords[role]}</span>
            </span>
          </button>
        }
        actions={[
          {
            label: t`Change password…`,
            icon: <KeyRound className="size-4" aria-hidden />,
            onSelect: () => setChanging(true),
          },
          {
            label: t`Sign out`,
            icon: <LogOut className="size-4" aria-hidden />,
            disabled: signOut.isPending,
            onSelect: () => signOut.mutate(undefined),
          },
        ]}
      />
      {isChanging && <OwnPasswordDialog name={name} onClose={() => setChanging(false)} />}
    </>
  )
}
