/** Members of users, accounts and log records as the platform's clients know them. */
import type { AccountView, UserView } from '../../accounts/views.js';
import type { OperationView } from '../../audit/operation-log.js';

export function userWire(user: UserView) {
  return {
    Id: user.id,
    OrganizationId: user.organizationId,
    UserName: user.userName,
    Mail: user.mail,
    FirstName: user.firstName,
    LastName: user.lastName,
    Status: user.status,
    Gender: user.gender,
  };
}

export function accountWire(account: AccountView) {
  return {
    OrganizationId: account.organizationId,
    ValidityDate: account.validityDate,
    ActivePages: account.activePages,
    ActivationCumul: account.activationCumul,
    AccountType: account.accountType,
    RemainingCredit: account.remainingCredit,
  };
}

export function operationWire({ date, user, operation }: OperationView) {
  return { Date: date, User: user, Operation: operation };
}
