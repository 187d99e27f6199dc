// The peer, in a process of its own: @supabase/lite embedded as its documentation shows, on an outside PostgreSQL.
import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'

const { env } = process

const app = new App({
  connection: createPostgresConnection({
    url: '',
    postgresOptions: {
      host: env.DATABASE_HOST,
      port: Number(env.DATABASE_PORT),
      database: env.DATABASE_NAME,
      user: env.DATABASE_USER,
      password: env.DATABASE_PASSWORD,
      max: Number(env.POOL_SIZE),
    },
  }),
  auth: {
    enabled: true,
    jwt_secret: env.JWT_SECRET,
    publishable_key: env.SUPABASE_PUBLISHABLE_KEY,
    secret_key: env.SUPABASE_SECRET_KEY,
  },
  storage: { enabled: false },
  options: { server: { disableStudio: true } },
})

serve({
  port: Number(env.PORT),
  hostname: '127.0.0.1',
  fetch: (request, { incoming }) =>
    app.fetch(request, { peerAddress: incoming.socket.remoteAddress ?? null }),
})
