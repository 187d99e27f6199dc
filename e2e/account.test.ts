/** /account in a browser: the member's own facts, and the way out of every device. */
import { expect, it } from 'vitest'
import { expectPath, expectToast } from './actions.ts'
import { useStage } from './stage.ts'

const stage = useStage()

it('name and phone are checked, saved and kept', async () => {
  const person = await stage.house.newPerson()
  const page = await stage.newPage({ as: person })
  await page.goto('/account')
  await page.getByText('You have not ordered yet').waitFor()
  await page.locator('#profile-full_name').fill('A')
  await page.locator('#profile-phone').fill('0803')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await page
    .locator('#profile-full_name-error')
    .getByText('Full name must be at least 2 characters long')
    .waitFor()
  await page.locator('#profile-phone-error').getByText('Phone number must be at least 10 digits').waitFor()
  await page.locator('#profile-full_name').fill("Adaeze N'Golo-Obi")
  await page.locator('#profile-phone').fill('0803 123 4567')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast(page, 'Profile saved')
  await page.goto('/order') // forms are filled from it
  await page.locator('#companyName').waitFor()
  await expect.poll(() => page.locator('#phone').inputValue()).toBe('+2348031234567')
  await expect.poll(() => page.locator('#contactPerson').inputValue()).toBe("Adaeze N'Golo-Obi")
})

it('"Sign out everywhere" ends the sessions of all devices', async () => {
  const person = await stage.house.newPerson()
  const elsewhere = stage.house.newClient()
  await elsewhere.auth.signInWithPassword(person)
  const page = await stage.newPage({ as: person })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expectToast(page, 'Signed out on every device')
  await expectPath(page, '/auth')
  expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
})
