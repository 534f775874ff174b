call hcl_ls#ale#define('hcl')
