// The services' settings: supabase/config.toml, the file that hosted Supabase reads too, and the environment over it.
import { join } from 'node:path'
import { deriveSigningKey } from '#platform/auth/keys.ts'
import { settingsFrom, signingKeysFrom } from '#platform/project/project-settings.ts'
import { type Project, readProject } from '#platform/project/read-config.ts'
import type { SettingsInput } from '#platform/settings.ts'
import type { Environment } from './env.ts'

export const projectFolder = join(import.meta.dirname, '../../supabase')

export const readOwnProject = (): Promise<Project> => readProject(projectFolder, process.env)

export async function platformSettings(
  { config, folder }: Project,
  env: Environment,
  where: { siteUrl: string; listening: string; jwtSecret: string },
): Promise<SettingsInput> {
  const { siteUrl, listening, jwtSecret } = where
  const settings = settingsFrom(config)
  // An evaluation is opened as 127.0.0.1 or as localhost, and its file names both: links in its mails may lead back
  // to either. Anyone who says SITE_URL means that site alone.
  const redirectAllowList = env.siteUrl
    ? [`${siteUrl}/**`]
    : [siteUrl, listening.replace('127.0.0.1', 'localhost')]
        .map((origin) => `${origin}/**`)
        .concat(settings.redirectAllowList)
  return {
    ...settings,
    limits: {
      ...settings.limits,
      // As upstream: it counts where mails go out by SMTP.
      mailsOfProject: env.smtpUrl ? settings.limits.mailsOfProject : null,
    },
    sessionsChecked: true,
    newSessionAtStepUp: true,
    requireCurrentPassword: true,
    reauthenticateFirstFactor: true,
    passwords: { ...settings.passwords, refuseCommon: true },
    securityNotices: true,
    siteUrl,
    confirmationPage: '/auth',
    bindSignUps: true,
    answerRepeatedSignUps: true,
    jwtSecret,
    redirectAllowList,
    // Stricter than upstream: nothing reveals rows that the caller may not see.
    countsUpTo: 10_000,
    concealRows: true,
    // No cache between us and a person stores what that person was sent.
    privateAnswers: true,
    // The key of the secret stays among them: anyone who signed in before there was a file stays signed in.
    signingKeys: [...(await signingKeysFrom(folder, config.auth)), await deriveSigningKey(jwtSecret)],
    keys: {
      ...(env.publishableKey && { publishableKey: env.publishableKey }),
      ...(env.secretKey && { secretKey: env.secretKey }),
    },
    revealExisting: env.authRevealExisting,
  }
}
