-- Seeing customers allowed everything until now. A role that an administrator has changed keeps what its role has by
-- default; nobody but administrators gains export, deletion and erasure.
UPDATE role_permissions SET permissions = (
  SELECT json_group_array(permission) FROM (
    SELECT value AS permission FROM json_each(role_permissions.permissions)
    UNION SELECT 'CUSTOMER.EDIT' WHERE role_permissions.role IN (1, 3, 4)
    UNION SELECT 'CUSTOMER.IMPORT' WHERE role_permissions.role IN (1, 4)
    UNION SELECT value FROM json_each('["CUSTOMER.EXPORT","CUSTOMER.DELETE","CUSTOMER.ERASE"]') WHERE role_permissions.role = 1))
WHERE permissions LIKE '%"CUSTOMER.VIEW"%';
