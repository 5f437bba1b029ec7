import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../rpc/client.ts'
import { errorMessage } from '../../rpc/errors.ts'
import { signIn } from '../../rpc/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { NewPasswordFields, wrongPassword } from './new-password-fields.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** Adds the first administrator of a team, and signs in. */
export function FirstPersonScreen({ account }: { account: string }) {
  const queries = useQueryClient()
  const [name, setName] = useState(account)
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isChecked, setChecked] = useState(false)
  const add = useMutation({
    networkMode: 'always',
    async mutationFn() {
      await client.people.add({ name: name.trim(), role: 'administrator', password })
      await signIn(name.trim(), password)
    },
    onSuccess: () => void queries.invalidateQueries(),
  })
  const isWrong = name.trim() === '' || wrongPassword(password, repeated) !== undefined
  return (
    <SignInFrame
      title={t`Add the first administrator`}
      description={t`Nobody is in this team yet. The first person administrates it and adds the others.`}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (!isWrong && !add.isPending) add.mutate()
        }}
      >
        <TextField
          label={t`Name`}
          required
          autoFocus
          autoComplete="username"
          spellCheck={false}
          value={name}
          error={isChecked && name.trim() === '' ? t`Enter a name.` : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <NewPasswordFields
          {...{ password, repeated, isChecked }}
          onPassword={setPassword}
          onRepeated={setRepeated}
        />
        {add.error && <Notice tone="bad">{errorMessage(add.error)}</Notice>}
        <Button variant="primary" type="submit" busy={add.isPending}>
          <Trans>Add and sign in</Trans>
        </Button>
      </form>
    </SignInFrame>
  )
}
