/** The tree of folders. Branches are read when they are opened; things can be dropped on them. */
import { ActionIcon, Group, Loader, UnstyledButton } from '@mantine/core';
import { IconBuilding, IconChevronRight, IconFolder } from '../../parts/icons/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../api/graphql';
import { useQueryData } from '../../api/query';
import { useViewer } from '../../api/session';
import { useStore } from '../../api/store';
import { treeChanges } from '../../api/tree-changes';
import { useDropOfItems } from './dragging';

const branchesQuery = graphql(`
  query LibraryBranches($id: ID!) {
    treeNode(id: $id) {
      id
      name
      type
      folders: children(type: FOLDER) {
        id
        name
        type
      }
      organizations: children(type: ORGANIZATION) {
        id
        name
        type
      }
    }
  }
`);

interface Props {
  readonly currentId: string;
  readonly onOpen: (id: string) => void;
  /** Places that are not offered, with what is below them. */
  readonly without?: ReadonlySet<string>;
}

export function FolderTree(props: Props) {
  const { t } = useTranslation('library');
  const { organization } = useViewer();
  return (
    <ul className="plain-list tree" aria-label={t('tree')}>
      <Branch {...props} id={organization.id} name={organization.name} isOrganization isOpenAtFirst />
    </ul>
  );
}

interface BranchProps extends Props {
  readonly id: string;
  readonly name: string;
  readonly isOrganization: boolean;
  readonly isOpenAtFirst?: boolean;
}

function Branch({ id, name, isOrganization, isOpenAtFirst = false, ...props }: BranchProps) {
  const { currentId, onOpen, without } = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { isOver, handlers } = useDropOfItems(id, name);
  const [{ data, fetching }, readAgain] = useQueryData({
    query: branchesQuery,
    variables: { id },
    pause: !isOpen,
  });
  const changes = useStore(treeChanges);
  useEffect(() => {
    if (isOpen && changes > 0) readAgain({ requestPolicy: 'network-only' });
  }, [changes, isOpen, readAgain]);
  const branches = [...(data?.treeNode.folders ?? []), ...(data?.treeNode.organizations ?? [])].filter(
    (branch) => without?.has(branch.id) !== true,
  );
  const Sign = isOrganization ? IconBuilding : IconFolder;
  const isCurrent = id === currentId;
  return (
    <li>
      <Group
        wrap="nowrap"
        gap={0}
        className="tree-row"
        data-current={isCurrent}
        data-over={isOver}
        {...handlers}
      >
        <OpenBranch isOpen={isOpen} name={name} onOpen={setOpen} fetching={fetching} data={data} />
        <UnstyledButton
          className="tree-name one-line"
          aria-current={isCurrent ? 'true' : undefined}
          onClick={() => {
            setOpen(true);
            onOpen(id);
          }}
        >
          <Sign size={16} stroke={1.6} aria-hidden className="tree-kind" />
          <bdi>{name}</bdi>
        </UnstyledButton>
      </Group>
      {isOpen && branches.length > 0 && (
        <ul className="plain-list tree-below">
          {branches.map((branch) => (
            <Branch
              key={branch.id}
              {...props}
              id={branch.id}
              name={branch.name}
              isOrganization={branch.type === 'ORGANIZATION'}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

interface OpenBranchProps {
  readonly isOpen: boolean;
  readonly name: BranchProps['name'];
  readonly onOpen: (next: boolean) => void;
  readonly fetching: boolean;
  readonly data: unknown;
}

function OpenBranch({ isOpen, name, onOpen, fetching, data }: OpenBranchProps) {
  const { t } = useTranslation('library');
  return (
    <ActionIcon
      variant="transparent"
      color="gray"
      size="sm"
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'closeBranch' : 'openBranch', { name })}
      onClick={() => onOpen(!isOpen)}
    >
      {fetching && data === undefined ? (
        <Loader size={12} aria-hidden />
      ) : (
        <IconChevronRight size={14} className="tree-sign" data-open={isOpen} aria-hidden />
      )}
    </ActionIcon>
  );
}
