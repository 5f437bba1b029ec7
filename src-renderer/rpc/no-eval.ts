import * as z from 'zod'

// The page's policy forbids functions compiled from text. Zod tries to compile one for its first schema, so
// this line runs before that.
z.config({ jitless: true })
