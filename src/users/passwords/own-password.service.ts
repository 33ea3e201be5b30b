/** Users change their own password, and prove by the present one that it is them. */
import { requireIdentity } from '../../access/access.js';
import type { Viewer } from '../../access/viewer.js';
import type { Database } from '../../db/database.js';
import { badInput, forbidden, LoupeError } from '../../kernel/errors.js';
import type { PasswordCheck } from './password-check.js';
import { User } from '../user.entity.js';
import type { UserService } from '../user.service.js';

export class OwnPasswordService {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordCheck,
    private readonly users: UserService,
  ) {}

  /**
   * Sets a new password and ends all of the user's logins, this one included. Wrong attempts count as failed logins.
   *
   * @throws LoupeError UNAUTHENTICATED, BAD_USER_INPUT (the present one is wrong, the new one too short), RATE_LIMITED
   */
  async change(viewer: Viewer, present: string, next: string): Promise<void> {
    requireIdentity(viewer);
    if (viewer.kind !== 'user') throw forbidden('change a password of your own');
    const { userId } = viewer;
    const { userName } = await this.database.reader().findOneOrFail(User, { id: userId });
    try {
      await this.passwords.require({ userName, password: present, address: null }, () => true);
    } catch (error) {
      if (error instanceof LoupeError && error.code === 'INVALID_GRANT') {
        throw badInput('currentPassword', 'is not your current password');
      }
      throw error;
    }
    await this.users.patch(viewer, userId, { password: next });
  }
}
