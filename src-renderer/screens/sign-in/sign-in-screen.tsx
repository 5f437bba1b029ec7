import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { signIn } from '../../rpc/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** Asks a person of a team for name and password. @param isAgain whether a session of this page has ended */
export function SignInScreen({ isAgain }: { isAgain: boolean }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const entering = useMutation(
    {
      mutationFn: () => signIn(name.trim(), password),
      networkMode: 'always',
      // Answers of before may be another person's.
      onSuccess: () => void queryClient.invalidateQueries(),
      onError: () => setPassword(''),
    },
    queryClient,
  )
  return (
    <SignInFrame
      title={isAgain ? t`Sign in again` : t`Sign in`}
      isDialog={isAgain}
      description={
        isAgain
          ? t`Your session has ended. Your last input is still here.`
          : t`Catalog Desk is shared by a team. Ask an administrator for your name and a password.`
      }
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && password !== '' && !entering.isPending) entering.mutate()
        }}
      >
        <TextField
          label={t`Name`}
          required
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t`Password`}
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {entering.error && <Notice tone="bad">{errorMessage(entering.error)}</Notice>}
        <Button
          variant="primary"
          type="submit"
          busy={entering.isPending}
          disabled={name.trim() === '' || password === ''}
        >
          <Trans>Sign in</Trans>
        </Button>
      </form>
    </SignInFrame>
  )
}
